import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { infoPageNames } from '#shared/info-page-names.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { notFoundLoader } from '#web/frame/page/not-found.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { useSite } from '#web/frame/page/use-site.ts'
import './info-page.css'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const path = new URL(request.url).pathname
  const name = infoPageNames.find((one) => path === `/${one}`) ?? notFoundLoader()
  return { path, page: await context.get(apiContext).site.infoPage({ name }, request.signal) }
}

/** Page with information about the site, such as its terms of use. */
export function Component() {
  const { path, page } = useLoaderData<typeof loader>()
  const { name } = useSite()
  return (
    <article className="info-page">
      <PageHead title={page.title} description={`${name}：${page.title}。`} path={path} />
      <h1>{page.title}</h1>
      {/* The server has made this HTML from the operator's Markdown, in which HTML is not allowed. */}
      <div className="info-text" dangerouslySetInnerHTML={{ __html: page.html }} />
    </article>
  )
}
