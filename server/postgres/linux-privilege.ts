/** The command that starts a program under an account with one privilege of Linux, by `setpriv` from util-linux. */
export function withLinuxPrivilege({ uid, gid }: { uid: number; gid: number }, privilege: string): string[] {
  const capabilities = ['inh', 'ambient'].map((set) => `--${set}-caps=-all,+${privilege}`)
  // access(2), by which PostgreSQL looks at its own program, regards privileges of a plain user only with this bit.
  const bits = '--securebits=+no_setuid_fixup'
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', bits, ...capabilities]
}
