import type { EditedPerson, Namesakes, PersonOption } from '#shared/api/person/person-admin.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { describeOption } from '#web/catalogue/person/form/person-options.ts'
import { useNamesakes } from '#web/catalogue/person/form/use-namesakes.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { PersonForm } from './person-form-state.ts'

interface SimilarPeopleProps {
  form: PersonForm
  /** The id of the person that the form edits; null for a new person, into whom nobody can be merged yet. */
  editedId: string | null
  onMerge: (person: PersonOption) => void
}

/** A person who has one of the names in the form, with the name that they share. */
interface Similar {
  person: PersonOption
  name: string
}

/**
 * Says in the form of a person which other people have one of the names that the form contains, and offers to merge
 * them.
 */
export function SimilarPeople({ form, editedId, onMerge }: SimilarPeopleProps) {
  const namesakes = useNamesakes([form.name, ...form.names.map(({ name }) => name)])
  const similar = listSimilar(namesakes, editedId)
  if (similar.length === 0) return null
  return (
    <section className="person-similar" aria-label="可能是同一个人">
      <h2>可能是同一个人</h2>
      <ul className="admin-rows">
        {similar.map(({ person, name }) => (
          <li key={person.id}>
            <div>
              <a href={`/admin/person/${person.id}`}>{person.name}</a>
              <p>
                {person.name !== name && `也叫「${name}」 · `}
                {describeOption(person)}
              </p>
            </div>
            {editedId !== null && (
              <button type="button" className="button button-quiet" onClick={() => onMerge(person)}>
                合并过来
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the people other than the edited one who have any of the names; each is listed once. */
function listSimilar(namesakes: Namesakes[], editedId: string | null): Similar[] {
  const similar = namesakes.flatMap(({ name, people }) => people.map((person) => ({ person, name })))
  return similar.filter(
    ({ person }, at) => person.id !== editedId && similar.findIndex((one) => one.person.id === person.id) === at,
  )
}

interface MergeSimilarProps {
  loser: PersonOption
  winner: EditedPerson
  onMerged: () => void
  onClose: () => void
}

/**
 * Dialog that merges a similar person into the edited one. The dialog contains a form, so it must not be rendered
 * inside another form.
 */
export function MergeSimilar({ loser, winner: { id, person }, onMerged, onClose }: MergeSimilarProps) {
  return (
    <ConfirmDialog
      heading="合并两位人物？"
      confirm="合并"
      act={async () => {
        const { auditId } = await api.person.merge({ loserId: loser.id, winnerId: id })
        reportEdit(`「${loser.name}」并到了「${person.name}」`, { auditId })
        onMerged()
      }}
      onClose={onClose}
    >
      「{loser.name}」的书、名字和地方都归到「{person.name}」，旧地址会转过来；可以撤销。还没有保存的改动会丢失。
    </ConfirmDialog>
  )
}
