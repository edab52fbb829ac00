import './facts.css'

/** List of facts about an item, each with a name and a value. Facts with an unknown value (null) are left out. */
export function Facts({ facts }: { facts: [name: string, value: string | null][] }) {
  const known = facts.filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
