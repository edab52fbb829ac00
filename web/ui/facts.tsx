import './facts.css'

/** `lang` is the BCP 47 code of the language of the value, if that is not Chinese. */
type Fact = [name: string, value: string | null, lang?: string | undefined]

/** List of facts about an item, each with a name and a value. Facts with an unknown value (null) are left out. */
export function Facts({ facts }: { facts: Fact[] }) {
  const known = facts.filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <dl className="facts">
      {known.map(([name, value, lang]) => (
        <div key={name}>
          <dt>{name}</dt>
          {/* Browsers may name a language differently than the server, whose name stays after hydration. */}
          <dd lang={lang} suppressHydrationWarning>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
