import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PersonOption } from '#shared/api/person/person-admin.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { describeOption, findPeople } from '#web/catalogue/person/form/person-options.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Finder } from '#web/ui/finder.tsx'

/** Admin form that merges a person (their `id` and `name` are given) into another person, whom the editor chooses. */
export function MergePerson({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate()
  const [winner, setWinner] = useState<PersonOption | null>(null)
  return (
    <section className="admin-section">
      <h2>并到另一位</h2>
      <Finder
        label="留下哪一位"
        placeholder="任何一个名字"
        hint="书、名字和地方都归到那一位，这一页的地址会转过去，书上印的署名不变；可以撤销。"
        ask={async (query, signal) => (await findPeople(query, signal)).filter((person) => person.id !== id)}
        keyOf={(person) => person.id}
        nameOf={(person) => person.name}
        noteOf={describeOption}
        onPick={setWinner}
      />
      {winner && (
        <ConfirmDialog
          heading="合并两位人物？"
          confirm="合并"
          act={async () => {
            const { auditId } = await api.person.merge({ loserId: id, winnerId: winner.id })
            reportEdit(`「${name}」并到了「${winner.name}」`, { auditId })
            await navigate(`/admin/person/${winner.id}`)
          }}
          onClose={() => setWinner(null)}
        >
          「{name}」会成为「{winner.name}」（{describeOption(winner)}
          ）的另一个名字，自己的页面不再有；可以撤销。这一页还没有保存的改动会丢失。
        </ConfirmDialog>
      )}
    </section>
  )
}
