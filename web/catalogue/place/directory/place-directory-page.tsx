import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { BusyPlace, DirectoryPlace, RegionEntry } from '#shared/api/place/place-directory.ts'
import type { Continent } from '#shared/continent.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { continentAnchors } from '#web/catalogue/place/address/continent-anchors.ts'
import { directoryHref, readDirectoryQuery } from '#web/catalogue/place/address/directory-href.ts'
import { placeHref } from '#web/catalogue/place/address/place-href.ts'
import { Pager } from '#web/ui/list/pager.tsx'
import { RegionList } from './region-list.tsx'
import './place-directory.css'
import '#web/catalogue/book/list/book-list.css'

const placesAPage = 50

interface RegionData {
  region: string
  continent: Continent
  list: DirectoryPlace[]
  nextCursor: string | null
  total: number
  isFirst: boolean
}
interface DirectoryData {
  /** The regions of the world; absent on the page of one region. */
  regions?: { list: RegionEntry[]; others: BusyPlace[]; countPlaces: number; countCountries: number }
  region?: RegionData
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<DirectoryData> {
  const api = context.get(apiContext)
  const { region, name, cursor } = readDirectoryQuery(new URL(request.url).searchParams)
  if (name !== undefined) throw redirect(placeHref((await api.place.named({ name }, request.signal)).id), 301)
  if (region === undefined) return { regions: await api.place.regions({}, request.signal) }
  const page = await api.place.directory({ region, limit: placesAPage, ...(cursor && { cursor }) }, request.signal)
  return { region: { ...page, isFirst: cursor === undefined } }
}

export function Component() {
  const { regions, region }: DirectoryData = useLoaderData<typeof loader>()
  return <div className="place-directory">{region ? <OneRegion {...region} /> : regions && <World {...regions} />}</div>
}

function World({ list, others, countPlaces, countCountries }: NonNullable<DirectoryData['regions']>) {
  const lead = `书写到 ${countCountries} 个国家和地区的 ${countPlaces} 处地方。`
  return (
    <>
      <PageHead
        title="按地方找书"
        description={`按大洲、国家和省份找书。${lead}`}
        path={directoryHref()}
        jsonLd={{ '@type': 'CollectionPage', name: '按地方找书' }}
      />
      <header className="page-heading">
        <h1>按地方找书</h1>
        <p>{lead}</p>
      </header>
      <RegionList regions={list} others={others} />
    </>
  )
}

function OneRegion({ region, continent, list, nextCursor, total, isFirst }: RegionData) {
  return (
    <>
      <RegionHead region={region} list={list} total={total} isFirst={isFirst} />
      <nav className="place-trail" aria-label="所在的大洲">
        <a href={directoryHref()}>地方</a>
        <a href={`${directoryHref()}#${continentAnchors[continent]}`}>{continent}</a>
      </nav>
      <header className="page-heading">
        <h1>{region}</h1>
        <p>{total} 处有书的地方，书多的在前。</p>
      </header>
      {list.length > 0 ? <PlaceRows places={list} /> : <NoPlaces />}
      <Pager
        backHref={isFirst ? null : directoryHref({ region })}
        nextHref={nextCursor && directoryHref({ region, cursor: nextCursor })}
      />
    </>
  )
}

function RegionHead({ region, list, total, isFirst }: Pick<RegionData, 'region' | 'list' | 'total' | 'isFirst'>) {
  const names = list.slice(0, 6).map(({ name }) => name)
  return (
    <PageHead
      title={`${region} · 按地方找书`}
      description={`${region}有 ${total} 处书里写到的地方${names.length > 0 ? `：${names.join('、')}` : ''}。`}
      path={isFirst ? directoryHref({ region }) : null}
      picture={`/share/region/${encodeURIComponent(region)}.png`}
      jsonLd={{ '@type': 'CollectionPage', name: region, about: { '@type': 'Place', name: region } }}
    />
  )
}

function PlaceRows({ places }: { places: DirectoryPlace[] }) {
  return (
    <ul className="place-rows touch-links" aria-label="地方">
      {places.map(({ id, name, names, countBooks, titles }) => (
        <li key={id}>
          <a href={placeHref(id)}>{name}</a>
          <span className="place-row-names">{names.join('、')}</span>
          <span className="place-row-titles">{titles.map((title) => `《${title}》`).join('')}</span>
          <span className="count">{countBooks} 本</span>
        </li>
      ))}
    </ul>
  )
}

function NoPlaces() {
  return (
    <div className="empty">
      <p>这里还没有书写到的地方。</p>
      <a className="button" href={directoryHref()}>
        看别处
      </a>
    </div>
  )
}
