declare module '@zxcvbn-ts/*' {
  const words: readonly string[];
  export default words;
}
