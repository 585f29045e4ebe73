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
const OWN = join(here, "..", "api", "page");
const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: OWN },
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
  charset: "utf8",
  logLevel: "warning",
};

/** Bundles an entry and returns what came of it, by name; nothing is written.  `import()` makes files of their own. */
async function bundle(entry, define = {}) {
  const { outputFiles, metafile } = await build({
    ...shared,
    entryPoints: [entry],
    outdir: "assets",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    splitting: true,
    minify: true,
    legalComments: "none",
    define,
    metafile: true,
    write: false,
  });
  const main = Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === entry);
  const { imports, cssBundle } = metafile.outputs[main];
  return {
    files: outputFiles.map(({ path, contents }) => [`assets/${basename(path)}`, contents]),
    main,
    /** What it cannot begin without. */
    first: imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path),
    styles: cssBundle,
  };
}

async function page() {
  const files = new Map();
  const define = { WASM_FILE: "null", WORKER_FILE: "null" };
  const tags = [];
  if (existsSync(options.wasm)) {
    const contents = readFileSync(options.wasm);
    const name = `backalley-${createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase()}.wasm`;
    files.set(`assets/${name}`, contents);
    define.WASM_FILE = JSON.stringify(name);
    tags.push(`<link rel="preload" href="assets/${name}" as="fetch" type="application/wasm" crossorigin>`);
  }
  const take = (bundled) => bundled.files.forEach(([name, contents]) => files.set(name, contents));
  const worker = await bundle("src/solver/worker.ts");
  take(worker);
  define.WORKER_FILE = JSON.stringify(basename(worker.main));
  const main = await bundle("src/main.tsx", define);
  take(main);
  tags.push(...main.first.map((path) => `<link rel="modulepreload" href="${path}">`));
  if (main.styles) tags.push(`<link rel="stylesheet" href="${main.styles}">`);
  tags.push(`<script type="module" src="${main.main}"></script>`);
  if (existsSync(join(here, "src", "embed.ts"))) files.set("embed.js", await embed());
  write(files, readFileSync(join(here, "index.html"), "utf8").replace("</head>", `${tags.join("\n")}\n</head>`));
}

/** A plain script with a lasting name, for pages of others that show a hand. */
async function embed() {
  const entry = { entryPoints: ["src/embed.ts"], format: "iife", minify: true, legalComments: "none", write: false };
  return (await build({ ...shared, ...entry })).outputFiles[0].contents;
}

/**
 * Whoever reads meanwhile finds the old page whole or the new one: its files first, then itself, then away with the old
 * files.  What else lies in a folder of somebody's own stays.
 */
function write(files, html) {
  mkdirSync(join(options.out, "assets"), { recursive: true });
  for (const [name, contents] of files) writeFileSync(join(options.out, name), contents);
  writeFileSync(join(options.out, "index.new"), html);
  renameSync(join(options.out, "index.new"), join(options.out, "index.html"));
  for (const name of readdirSync(join(options.out, "assets"))) {
    const old = resolve(options.out) === OWN || /-[0-9A-Z]{8}\.(css|js|wasm)$/.test(name);
    if (old && !files.has(`assets/${name}`)) {
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
