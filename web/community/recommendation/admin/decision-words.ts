/** Common reasons for rejecting a recommendation. */
export const rejectTemplates = [
  '理由还有些短，请写写它哪里打动你、和哪个地方有关。',
  '没有查到这本书，请核对书名、作者或 ISBN，也可以附上出版社的网址。',
  '这本书和已有的一本是同一部作品，请到那本书的页面去写推荐。',
  '书里没有具体的地方可以放到地图上，请补上它写到的地方。',
  '理由像是从别处抄来的，请用你自己的话写。',
]
