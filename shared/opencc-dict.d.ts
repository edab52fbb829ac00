/** Dictionary of pairs of a traditional character and its simplified one, as `萬 万|與 与|…`. */
declare module 'opencc-js/dict/TSCharacters' {
  const dictionary: string
  export default dictionary
}
