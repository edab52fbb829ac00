import { Eye, EyeOff } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { Field } from '#web/ui/field.tsx'
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

/** Estimates the strength of a password and suggests an improvement. Only the server refuses common passwords. */
function passwordStrength(password: string): { level: 0 | 1 | 2 | 3; hint: string } {
  const characters = [...password]
  if (characters.length < 8) return { level: 0, hint: `还差 ${8 - characters.length} 位` }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\da-z]/i].filter((kind) => kind.test(password)).length
  // A Chinese character adds more to the strength of a password than a letter, because there are thousands of them.
  const rare = characters.filter((character) => character > '\u2e80').length
  const weight = new Set(characters).size + rare * 1.5 + (kinds - 1) * 2
  if (weight < 12) return { level: 1, hint: '强度：弱。再长一些，或用几个不相干的词' }
  if (weight < 18) return { level: 2, hint: '强度：中' }
  return { level: 3, hint: '强度：强' }
}
