/** Maximum size in bytes of an imported file, and the size of one uploaded part of it. */
export const maxImportBytes = 50 * 1024 * 1024
export const importPartBytes = 1024 * 1024
