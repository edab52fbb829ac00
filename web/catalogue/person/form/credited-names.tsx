import type { Namesakes } from '#shared/api/person/person-admin.ts'
import { describeOption } from './person-options.ts'
import { useNamesakes } from './use-namesakes.ts'
import './credited-names.css'

interface CreditedNamesProps {
  names: string[]
  /** Callback that replaces a name by the unique name of the person whom the editor means. */
  onChoose: (name: string, uniqueName: string) => void
}

/**
 * Says below a field with names of authors or translators which names belong to no known person, and which belong to
 * several people.
 */
export function CreditedNames({ names, onChoose }: CreditedNamesProps) {
  const unclear = useNamesakes(names).filter(({ people }) => people.length !== 1)
  if (unclear.length === 0) return null
  return (
    <div role="status">
      <ul className="credited-names">
        {unclear.map((namesakes) => (
          <li key={namesakes.name}>
            {namesakes.people.length === 0 ? (
              <>还没有叫「{namesakes.name}」的人物，保存时会新建。</>
            ) : (
              <SeveralPeople namesakes={namesakes} onChoose={(uniqueName) => onChoose(namesakes.name, uniqueName)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SeveralPeopleProps {
  namesakes: Namesakes
  onChoose: (uniqueName: string) => void
}

function SeveralPeople({ namesakes: { name, people }, onChoose }: SeveralPeopleProps) {
  const [linked, ...others] = people
  return (
    <>
      叫「{name}」的有 {people.length} 位，现在指{linked?.name}（{linked && describeOption(linked)}）。
      {others.map((person) => (
        <button key={person.id} type="button" className="button button-quiet" onClick={() => onChoose(person.name)}>
          改成{person.name}（{describeOption(person)}）
        </button>
      ))}
    </>
  )
}
