/** The information pages of the site, by the name in their URL. */
export const infoPageNames = ['about', 'privacy', 'terms', 'contact'] as const
export type InfoPageName = (typeof infoPageNames)[number]
