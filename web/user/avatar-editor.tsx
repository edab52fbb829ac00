/** The picture one is shown by. */
export function AvatarEditor() {
  return null
}
