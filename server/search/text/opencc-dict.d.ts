/** Pairs of a traditional character and its simplified form: `萬 万|與 与|…`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string
  export default pairs
}
