interface LoginForMapProps {
  path: string
  isChecked: boolean
  /** Sentence that tells visitors what the page will show after they log in. */
  promise?: string
}

/** Message that asks visitors to log in, shown instead of a page about their own books. */
export function LoginForMap({ path, isChecked, promise = '登录之后，这里是你的书写到的地方。' }: LoginForMapProps) {
  return (
    <div className="empty">
      <p>{isChecked ? promise : '正在确认登录状态……'}</p>
      {isChecked && (
        <a className="button" href={`/user/login?redirect=${encodeURIComponent(path)}`}>
          登录
        </a>
      )}
    </div>
  )
}
