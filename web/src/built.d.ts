// What the build puts in: styles, and the names of files that carry their content's hash (null where there are none).
declare module "*.css";
declare const WASM_FILE: string | null;
declare const WORKER_FILE: string | null;
