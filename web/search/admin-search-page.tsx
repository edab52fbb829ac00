import { isLoggedIn, useSession } from '../session/session-store.ts'
import { PageHead } from '../ui/page-head.tsx'
import { AliasEditor } from './alias-editor.tsx'
import { ExplainSearch } from './explain-search.tsx'
import { MissList } from './miss-list.tsx'
import { RebuildButton } from './rebuild-button.tsx'

/** For editors: what nobody could find, what else names are called, and why a result stands where it does. */
export function Component() {
  const session = useSession()
  const { roles } = session.userInfo
  return (
    <div className="admin-search">
      <PageHead title="检索" description="编辑用的检索工具。" path={null} />
      <h1>检索</h1>
      {roles.length > 0 ? (
        <>
          <ExplainSearch />
          <MissList />
          <AliasEditor />
          <RebuildButton />
        </>
      ) : (
        <ForEditors isChecked={session.isChecked} isReader={isLoggedIn(session)} />
      )}
    </div>
  )
}

function ForEditors({ isChecked, isReader }: { isChecked: boolean; isReader: boolean }) {
  if (!isChecked) return <p>正在看你是谁……</p>
  if (isReader) return <p>这里只有编辑能用。</p>
  return (
    <p>
      这里只有编辑能用，请先<a href="/user/login?redirect=%2Fadmin%2Fsearch">登录</a>。
    </p>
  )
}
