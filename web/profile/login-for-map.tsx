/** Asks visitors to log in, in the place of a page about their own books. */
export function LoginForMap({ path, isChecked }: { path: string; isChecked: boolean }) {
  return (
    <div className="empty">
      <p>{isChecked ? '登录之后，这里是你的书写到的地方。' : '正在确认登录状态……'}</p>
      {isChecked && (
        <a className="button" href={`/user/login?redirect=${encodeURIComponent(path)}`}>
          登录
        </a>
      )}
    </div>
  )
}
