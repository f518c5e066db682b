/** A script or style sheet, bundled and minified by inline-loader.mjs. */
declare module '*?inline' {
  const text: string;
  export default text;
}

declare module '*?bytes' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
