/** Where one is logged in, and what else guards the account. */
export function SecuritySettings() {
  return null
}
