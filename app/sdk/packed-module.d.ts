/** The client's npm package in base64, made by scripts/lib/client-loader.mjs. */
declare module '*?packed' {
  const base64: string;
  export default base64;
}
