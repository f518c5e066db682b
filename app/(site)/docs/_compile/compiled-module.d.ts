declare module '*?compiled' {
  const text: string;
  export default text;
}
