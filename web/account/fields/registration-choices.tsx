import { useId } from 'react'
import { Failure } from '#shared/api/failure.ts'
import './registration-choices.css'

/** The texts that a form sends for ticked boxes. */
interface Ticked {
  consent?: string
  isPublic?: string
}

/**
 * The choices of a new user: the consent to the terms, without which the page does not register them, and whether
 * others see their profile. Neither is made for them.
 */
export function RegistrationChoices({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <div className="registration-choices">
      <label>
        <input
          type="checkbox"
          name="consent"
          required
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-error`}
        />
        <span>
          我已阅读并同意
          <a href="/terms" target="_blank">
            《服务条款》
          </a>
          和
          <a href="/privacy" target="_blank">
            《隐私政策》
          </a>
        </span>
      </label>
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
      <label>
        <input type="checkbox" name="isPublic" aria-describedby={`${id}-hint`} />
        公开我的主页
      </label>
      <p id={`${id}-hint`} className="field-hint">
        别人会看到你的书架、笔记和简介。不勾就只有你看得到，以后可以在设置里改。
      </p>
    </div>
  )
}

/** Returns the choices of a new user as a call takes them. Fails as `invalid` without the consent. */
export function readChoices({ consent, isPublic }: Ticked): { isPublic: boolean } {
  const problem = '请先阅读，同意后勾选'
  if (consent === undefined) throw new Failure('invalid', problem, { fields: { consent: problem } })
  return { isPublic: isPublic !== undefined }
}
