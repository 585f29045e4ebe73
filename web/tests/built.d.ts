// The checkout's folder, which the build puts in.
declare const CHECKOUT: string;
