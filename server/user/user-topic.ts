/** What others are shown of a user: name and avatar. Whoever changes these announces it. */
export function userTopic(id: string) {
  return `user:${id}`
}
