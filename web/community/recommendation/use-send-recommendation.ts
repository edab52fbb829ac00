import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/frame/session/session.ts'
import { useForm } from '#web/ui/use-form.ts'
import type { DraftKey } from './draft-store.ts'
import {
  checkDraft,
  type Draft,
  type DraftErrors,
  emptyDraft,
  recommendationInputOf,
} from '#web/catalogue/book/form/recommendation-draft.ts'

interface Sending {
  draft: Draft
  draftKey: DraftKey
  editedId: string | null
  forget: (begin: Draft) => void
}

/**
 * Validates and sends a recommendation. A visitor is sent to the login page first and finds the draft unchanged
 * afterwards.
 */
export function useSendRecommendation({ draft, draftKey, editedId, forget }: Sending) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [touched, setTouched] = useState<(keyof Draft)[] | 'all'>([])
  const [attempted, setAttempted] = useState<Draft>()
  const [sentTitle, setSentTitle] = useState<string | null>(null)
  const wrong = checkDraft(draft)
  const send = async () => {
    setTouched('all')
    setAttempted(draft)
    if (Object.keys(wrong).length > 0) throw new Failure('invalid', '', { fields: { ...wrong } })
    if (draftKey.userId === '') {
      return navigate(`/user/login?redirect=${encodeURIComponent(pathname + search)}`, {
        state: { notice: '登录之后就可以提交，写好的都还在。' },
      })
    }
    const fields = recommendationInputOf(draft)
    const { title } = await (editedId === null
      ? api.recommendation.create(fields)
      : api.recommendation.update({ id: editedId, ...fields }))
    forget(emptyDraft)
    setSentTitle(title)
  }
  const { errors, ...attempt } = useForm(send, { hasSummary: true })
  const noticed = Object.entries(wrong).filter(([field]) => touched === 'all' || touched.includes(field as keyof Draft))
  return {
    ...attempt,
    /** Error messages of the last attempt disappear with the next change of the recommendation's draft. */
    errors: { ...Object.fromEntries(noticed), ...(attempted === draft && inDraft(errors)) } as DraftErrors,
    /** Records that the user has left a field. An empty field is not reported as an error yet. */
    touch: (field: keyof Draft) => {
      if (draft[field] !== '' && touched !== 'all') setTouched([...touched, field])
    },
    sentTitle,
    startAgain: () => {
      setTouched([])
      setSentTitle(null)
    },
  }
}

/**
 * Renames the error of the field `isbn13`, because the form has a single field for ISBNs with ten or thirteen digits.
 */
function inDraft({ isbn13, ...errors }: Record<string, string>): Record<string, string> {
  return isbn13 === undefined ? errors : { ...errors, isbn: isbn13 }
}
