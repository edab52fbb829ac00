import { PageHead } from '../ui/page-head.tsx'

export function Component() {
  return (
    <section className="prose-page">
      <PageHead title="我要推荐好书" description="把你心里的那本书放到地图上。" path={null} />
      <h1>我要推荐好书</h1>
      <p>这里将收下读者的推荐：一本书，它写到的地方，和你为什么推荐它。编辑读过之后，你的理由会出现在书页上。</p>
      <p>投稿还没有开放。现在书页上的推荐都出自编辑部，可以先看看他们的理由。</p>
      <p>
        <a className="button" href="/book">
          看看好书
        </a>
      </p>
    </section>
  )
}
