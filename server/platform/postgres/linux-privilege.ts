/**
 * Returns the command that starts a program as another operating-system user with one Linux capability, using `setpriv`
 * of util-linux.
 */
export function withLinuxPrivilege({ uid, gid }: { uid: number; gid: number }, privilege: string): string[] {
  const capabilities = ['inh', 'ambient'].map((set) => `--${set}-caps=-all,+${privilege}`)
  // PostgreSQL checks that it can execute its own program with the system call access(2). For users other than root,
  // the kernel considers capabilities in this call only if the securebit `no_setuid_fixup` is set.
  const bits = '--securebits=+no_setuid_fixup'
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', bits, ...capabilities]
}
