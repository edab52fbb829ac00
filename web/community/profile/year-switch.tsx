import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { useSavedSwitch } from '#web/ui/use-saved-switch.ts'
import '#web/ui/profile-switch.css'

interface YearSwitchProps {
  year: number
  isShown: boolean
}

/** Switch that shows the poster of one year to others or hides it. The user decides on each year by itself. */
export function YearSwitch({ year, isShown }: YearSwitchProps) {
  const id = useSession((state) => state.userInfo.id)
  const {
    isOn: isPublic,
    message,
    choose,
  } = useSavedSwitch(`year-${year}`, isShown, (isPublic) => api.shelfMap.setYearVisibility({ year, isPublic }))
  const poster = `/share/user/${id}/${year}.png`
  return (
    <section className="profile-switch" aria-labelledby="year-switch">
      <h2 id="year-switch">{`公开 ${year} 年`}</h2>
      <label>
        <input type="checkbox" checked={isPublic} onChange={({ target }) => void choose(target.checked)} />
        {`给 ${year} 年的海报一个公开的地址，谁都能看到`}
      </label>
      <p className="form-note">
        {isPublic ? (
          <>
            别人打开<a href={poster}>这个地址</a>就看得到 {year} 年的海报，<a href={`/user/${id}`}>你的主页</a>
            上也有，要<a href="/user/userInfo#info">主页也公开</a>才行。别的年份不受影响。取消之后立刻收回。
          </>
        ) : (
          `现在只有你看得到。公开以后，别人会知道你 ${year} 年读完几本书、在哪几个月、写到哪些地方。`
        )}
      </p>
      {message && <p role="alert">{message}</p>}
    </section>
  )
}
