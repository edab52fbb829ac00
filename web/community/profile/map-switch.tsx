import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { useSavedSwitch } from '#web/ui/use-saved-switch.ts'
import '#web/ui/profile-switch.css'

/** Switch that shows the user's map on their public profile or hides it. */
export function MapSwitch({ isShown }: { isShown: boolean }) {
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
