/** The first character of a name in a circle. */
export function Avatar({ name, size }: { name: string; size: 42 | 84 }) {
  const [initial = '知'] = name
  return (
    <span className={`avatar avatar-${size}`} aria-hidden="true">
      {initial.toUpperCase()}
    </span>
  )
}
