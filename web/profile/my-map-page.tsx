import { PageHead } from '#web/page/page-head.tsx'
import { api } from '#web/session/session.ts'
import { isLoggedIn, useSession } from '#web/session/session-store.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { LoginForMap } from './login-for-map.tsx'
import { MapSwitch } from './map-switch.tsx'
import { PosterButtons } from './poster-buttons.tsx'
import { ReaderMapSections } from './reader-map-sections.tsx'
import { svgAddress } from './svg-address.ts'

const ask = (signal?: AbortSignal) => api.readerMap.show({}, signal)

/** The user's own map: the places of the books on their shelf, which only they see unless they publish it. */
export function Component() {
  const session = useSession()
  return (
    <div className="my-map">
      <PageHead title="我的地图" description="你想读、在读、读过的书写到的地方。" path={null} />
      <h1>我的地图</h1>
      {isLoggedIn(session) ? <MyMap /> : <LoginForMap path="/user/map" isChecked={session.isChecked} />}
    </div>
  )
}

function MyMap() {
  const { data, message } = useAnswer(ask)
  if (message) return <p role="alert">{message}</p>
  if (data === undefined) return <p className="empty">正在读取……</p>
  const { map, globe, isPublic } = data
  return (
    <>
      {map.countBooks === 0 ? (
        <div className="empty">
          <p>书架还空着。在书的页面上点「想读」「在读」或「读过」，书里的地方就会亮在这里。</p>
          <a className="button" href="/book">
            找一本书
          </a>
        </div>
      ) : (
        <>
          <p className="form-note">书架上的书，都写到了哪里。</p>
          <h2>走到的地方</h2>
          <ReaderMapSections map={map} globe={svgAddress(globe)} name="我" />
          <h2>带走</h2>
          <div className="my-map-links">
            <PosterButtons fileName="我的读书地图" />
            <a className="button button-quiet" href="/user/year">
              我的这一年
            </a>
          </div>
        </>
      )}
      <MapSwitch isShown={isPublic} />
    </>
  )
}
