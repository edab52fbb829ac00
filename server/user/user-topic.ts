/** What others are shown of a user: name and avatar. Whoever changes these announces it. */
export function userTopic(id: string) {
  return `user:${id}`
}

/** What a reader says in public: comments that are shown, recommendations that are approved. */
export function saidBy(id: string) {
  return `said:${id}`
}
