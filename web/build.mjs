#!/usr/bin/env node
// Builds the page: node build.mjs [--out FOLDER] [--wasm FILE] [--watch] [--tests] [--script FILE].
//
// Files are named by their content, so that a browser may keep them for ever; only index.html and embed.js keep
// their names.  Every address in them is relative: the folder works wherever it is put.  --tests bundles
// tests/**/*.test.ts instead and has node run them; names after it choose among the files.
// --script bundles one file into build/scripts, for node or, where it lies in tests/browser, for a browser.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: join(here, "..", "api", "page") },
    wasm: { type: "string", default: join(here, "build", "backalley.wasm") },
    watch: { type: "boolean", default: false },
    tests: { type: "boolean", default: false },
    script: { type: "string" },
  },
});

const shared = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
  charset: "utf8",
};

/** A bundle as files by name, the name holding the content's hash; nothing is written. */
async function bundle(entry, define = {}) {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [entry],
    outdir: "out",
    minify: true,
    legalComments: "none",
    define,
    write: false,
  });
  return outputFiles.map(({ path, contents }) => [named(basename(path), contents), contents]);
}

function named(name, contents) {
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}-${createHash("sha256").update(contents).digest("hex").slice(0, 10)}${name.slice(dot)}`;
}

async function page() {
  const files = new Map();
  const define = { WASM_FILE: "null", WORKER_FILE: "null", LANGUAGE_FILES: "{}" };
  if (existsSync(options.wasm)) {
    const contents = readFileSync(options.wasm);
    const name = named("backalley.wasm", contents);
    files.set(`assets/${name}`, contents);
    define.WASM_FILE = JSON.stringify(name);
  }
  const worker = "src/solver/worker.ts";
  if (existsSync(join(here, worker))) {
    for (const [name, contents] of await bundle(worker)) {
      files.set(`assets/${name}`, contents);
      define.WORKER_FILE = JSON.stringify(name);
    }
  }
  // A language is fetched by who reads it.
  const languages = {};
  const strings = "src/page/strings";
  for (const file of readdirSync(join(here, strings)).filter((name) => /^[a-z]{2}\.ts$/.test(name) && name !== "en.ts")) {
    for (const [name, contents] of await bundle(`${strings}/${file}`)) {
      files.set(`assets/${name}`, contents);
      languages[file.slice(0, 2)] = name;
    }
  }
  define.LANGUAGE_FILES = JSON.stringify(languages);
  // A script with a lasting name, for pages of others that show a hand.
  const embed = ["src/embed.ts", "src/embed.tsx"].find((entry) => existsSync(join(here, entry)));
  if (embed) for (const [, contents] of await bundle(embed)) files.set("embed.js", contents);
  const tags = [];
  for (const [name, contents] of await bundle("src/main.tsx", define)) {
    files.set(`assets/${name}`, contents);
    tags.push(
      name.endsWith(".css")
        ? `<link rel="stylesheet" href="assets/${name}">`
        : `<script type="module" src="assets/${name}"></script>`,
    );
  }
  const html = readFileSync(join(here, "index.html"), "utf8").replace("</head>", `${tags.join("\n")}\n</head>`);
  mkdirSync(join(options.out, "assets"), { recursive: true });
  // Whoever reads meanwhile finds the old page whole or the new one: its files first, then itself, then away with the
  // old files; what else lies in the folder stays.
  for (const [name, contents] of files) writeFileSync(join(options.out, name), contents);
  writeFileSync(join(options.out, "index.new"), html);
  renameSync(join(options.out, "index.new"), join(options.out, "index.html"));
  for (const name of readdirSync(join(options.out, "assets"))) {
    if (/-[0-9a-f]{10}\.(css|js|wasm)$/.test(name) && !files.has(`assets/${name}`)) {
      rmSync(join(options.out, "assets", name));
    }
  }
}

/** Bundles that no page fetches. */
async function unserved(entryPoints, out, platform = "node") {
  rmSync(out, { recursive: true, force: true });
  await build({
    ...shared,
    entryPoints,
    outbase: "tests",
    outdir: out,
    outExtension: { ".js": ".mjs" },
    platform,
    packages: platform === "node" ? "external" : "bundle",
    sourcemap: "inline",
    define: { WASM_FILE: "null", WORKER_FILE: "null", CHECKOUT: JSON.stringify(join(here, "..")) },
  });
}

async function tests() {
  const out = join(here, "build", "tests");
  const all = readdirSync(join(here, "tests"), { recursive: true });
  const sources = all
    .filter((name) => /\.test\.tsx?$/.test(name))
    .filter((name) => chosen.length === 0 || chosen.some((part) => name.includes(part)));
  const workers = all.filter((name) => name.endsWith(".worker.ts"));
  await unserved([...sources, ...workers].map((name) => `tests/${name}`), out);
  const bundles = sources.map((name) => join(out, name.replace(/\.tsx?$/, ".mjs")));
  process.exitCode = spawnSync(process.execPath, ["--test", ...bundles], { stdio: "inherit" }).status ?? 1;
}

async function script(file) {
  await unserved([file], join(here, "build", "scripts"), file.startsWith("tests/browser/") ? "browser" : "node");
}

if (options.script) await script(options.script);
else if (options.tests) await tests();
else await page();

if (options.watch) {
  let waiting;
  console.log(`watching ${resolve(here, "src")}; serve ${resolve(options.out)}`);
  watch(join(here, "src"), { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => page().catch((error) => console.error(error.message)), 50);
  });
}
