import type { Role } from './user.ts'

/** Tells whether a user with these roles may do what editors may do; admins may as well. */
export function isEditor(roles: readonly Role[]): boolean {
  return roles.includes('editor') || roles.includes('admin')
}
