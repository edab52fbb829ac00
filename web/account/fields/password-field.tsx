import { Eye, EyeOff } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { passwordStrength } from './password-strength.ts'
import './password-field.css'

interface PasswordFieldProps {
  label: string
  name?: string
  isNew?: boolean
  isOptional?: boolean
  error: string | undefined
  hint?: string
}

/** Password field whose text can be made visible; for a new password it shows the strength. */
export function PasswordField({ label, name = 'password', isNew, isOptional, error, hint }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const [typed, setTyped] = useState('')
  const strength = isNew && typed !== '' ? passwordStrength(typed) : undefined
  return (
    <div className="password-field">
      <Field
        label={label}
        name={name}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        required={!isOptional}
        error={error}
        hint={strength?.hint ?? hint}
        onChange={(event) => setTyped(event.currentTarget.value)}
        action={
          <button
            type="button"
            className="icon-button password-eye"
            aria-label={isShown ? '隐藏密码' : '显示密码'}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon of={isShown ? EyeOff : Eye} size={20} />
          </button>
        }
      />
      {isNew && (
        <span className="password-strength" data-level={strength?.level ?? 0} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </div>
  )
}
