/** Page assets, which the bundler turns into their text. */
declare module '*.html' {
  const text: string;
  export default text;
}
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.browser.js' {
  const text: string;
  export default text;
}
