import { PageHead } from '#web/frame/page/page-head.tsx'
import { ImportFiles } from './import-files.tsx'
import { ImportedList } from './imported-list.tsx'
import { useState } from 'react'
import './import.css'

/** Admin page on which editors import texts into the library. */
export function Component() {
  const [storedCount, setStoredCount] = useState(0)
  return (
    <div className="admin-library">
      <PageHead title="书库" description="编辑用的书库工具。" path={null} />
      <h1>书库</h1>
      <ImportFiles onStored={() => setStoredCount((count) => count + 1)} />
      <ImportedList key={storedCount} />
    </div>
  )
}
