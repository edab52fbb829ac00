/** The content of a text file, which the build puts into a module of its own. */
declare module '*.txt?raw' {
  const text: string
  export default text
}
