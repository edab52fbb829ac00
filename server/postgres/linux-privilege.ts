/**
 * Returns the command that starts a program under an account with one Linux capability, using `setpriv` of util-linux.
 */
export function withLinuxPrivilege({ uid, gid }: { uid: number; gid: number }, privilege: string): string[] {
  const capabilities = ['inh', 'ambient'].map((set) => `--${set}-caps=-all,+${privilege}`)
  // PostgreSQL checks its own program with access(2), which respects the capabilities of an ordinary user only with
  // this bit.
  const bits = '--securebits=+no_setuid_fixup'
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', bits, ...capabilities]
}
