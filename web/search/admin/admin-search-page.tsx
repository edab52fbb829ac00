import { PageHead } from '#web/frame/page/page-head.tsx'
import { AliasEditor } from './alias-editor.tsx'
import { ExplainSearch } from './explain-search.tsx'
import { MissList } from './miss-list.tsx'
import { RebuildButton } from './rebuild-button.tsx'
import './admin-search.css'

/** Admin page of the search: the explanation of a ranking, failed searches and aliases. */
export function Component() {
  return (
    <div className="admin-search">
      <PageHead title="检索" description="编辑用的检索工具。" path={null} />
      <h1>检索</h1>
      <ExplainSearch />
      <MissList />
      <AliasEditor />
      <RebuildButton />
    </div>
  )
}
