/** The library for PO files, read when one is first written or read: with its character sets it is half a megabyte. */
export const openGettext = () => import('gettext-parser')
