import { useCallback, useState } from 'react'
import type { ShelfState } from '#shared/api/book/shelf.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { api } from '#web/frame/session/session.ts'
import { isLoggedIn, useSession } from '#web/frame/session/session-store.ts'
import { shelfNames } from '#web/community/shelf/shelf-words.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { LoginForMap } from './login-for-map.tsx'
import { PosterButtons } from './poster-buttons.tsx'
import { ShelfMapSections } from './shelf-map-sections.tsx'
import { svgAddress } from './svg-address.ts'
import { useSavedSwitch } from '#web/ui/use-saved-switch.ts'
import '#web/ui/profile-switch.css'

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

/** The shelf states that the user can choose; undefined stands for all books. */
const choices = [undefined, 'read', 'reading', 'want'] as const

function MyMap() {
  const [state, setState] = useState<ShelfState>()
  const ask = useCallback(
    async (signal?: AbortSignal) => ({
      shown: state,
      ...(await api.shelfMap.show(state === undefined ? {} : { state }, signal)),
    }),
    [state],
  )
  const { data, message } = useAnswer(ask)
  if (message) return <p role="alert">{message}</p>
  if (data === undefined) return <p className="empty">正在读取……</p>
  // Until the answer for another choice arrives, the page shows the previous answer.
  const { shown, map, globe, isPublic } = data
  if (map.countBooks === 0 && shown === undefined) return <EmptyShelf />
  return (
    <>
      <p className="form-note">书架上的书，都写到了哪里。点下面的地名，看那里的书。</p>
      <h2>走到的地方</h2>
      <div className="chips my-map-shelves" role="group" aria-label="只看">
        {choices.map((choice) => (
          <button
            key={choice ?? 'all'}
            type="button"
            className="chip"
            aria-pressed={choice === state}
            onClick={() => setState(choice)}
          >
            {choice === undefined ? '全部' : shelfNames[choice]}
          </button>
        ))}
      </div>
      {map.countBooks === 0 && shown !== undefined && (
        <p className="empty">{`还没有标过「${shelfNames[shown]}」的书。`}</p>
      )}
      <ShelfMapSections map={map} globe={svgAddress(globe)} name="我" />
      <h2>带走</h2>
      <div className="my-map-links">
        <PosterButtons fileName="我的读书地图" />
        <a className="button button-quiet" href="/user/year">
          我的这一年
        </a>
      </div>
      <MapSwitch isShown={isPublic} />
    </>
  )
}

function EmptyShelf() {
  return (
    <div className="empty">
      <p>书架还空着。在书的页面上点「想读」「在读」或「读过」，书里的地方就会亮在这里。</p>
      <a className="button" href="/book">
        找一本书
      </a>
    </div>
  )
}

/** Switch that shows the user's map on their public profile or hides it. */
function MapSwitch({ isShown }: { isShown: boolean }) {
  const id = useSession((state) => state.userInfo.id)
  const {
    isOn: isPublic,
    message,
    choose,
  } = useSavedSwitch('map-visibility', isShown, (isPublic) => api.shelfMap.setVisibility({ isPublic }))
  return (
    <section className="profile-switch" aria-labelledby="map-switch">
      <h2 id="map-switch">公开这张地图</h2>
      <label>
        <input type="checkbox" checked={isPublic} onChange={({ target }) => void choose(target.checked)} />
        放到我的主页上，谁都能看到
      </label>
      <p className="form-note">
        {isPublic ? (
          <>
            别人在<a href={`/user/${id}`}>你的主页</a>看得到这张地图和它的
            <a href={`/share/user/${id}.png`}>海报</a>，要<a href="/user/userInfo#info">主页也公开</a>
            才行。取消之后立刻收回。
          </>
        ) : (
          '现在只有你看得到。公开以后，别人会知道你的书写到哪些地方、各有几本。'
        )}
      </p>
      {message && <p role="alert">{message}</p>}
    </section>
  )
}
