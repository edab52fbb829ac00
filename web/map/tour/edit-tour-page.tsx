import { useCallback } from 'react'
import { useParams } from 'react-router'
import { LastEditNotice } from '#web/frame/admin/last-edit-notice.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { EditTourForm } from './edit-tour-form.tsx'
import './stop-fields.css'

/** Admin page that edits one tour with its stops, or creates a tour. */
export function Component() {
  const id = useParams()['id'] ?? ''
  return (
    <div className="admin-page">
      <PageHead title={id === 'new' ? '添加漫游' : '改漫游'} description="编辑用的表单。" path={null} />
      <h1>{id === 'new' ? '添加漫游' : '改漫游'}</h1>
      {id === 'new' ? <EditTourForm edited={null} onSaved={() => undefined} /> : <EditTour key={id} id={id} />}
    </div>
  )
}

function EditTour({ id }: { id: string }) {
  const ask = useCallback((signal?: AbortSignal) => api.tour.inspect({ id }, signal), [id])
  const { data, message, reload } = useAnswer(ask)
  return (
    <>
      <LastEditNotice onUndone={reload} />
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      {data && <EditTourForm key={data.version} edited={data} onSaved={reload} />}
    </>
  )
}
