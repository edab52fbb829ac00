/** Bytes of a file that is brought into the library, and of one part of it on its way. */
export const maxImportBytes = 50 * 1024 * 1024
export const importPartBytes = 1024 * 1024
