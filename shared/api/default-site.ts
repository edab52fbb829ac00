import type { Site } from './site.ts'

/** The settings of a site whose operator has configured nothing; it has no public URL. */
export const defaultSite: Site = {
  name: '知图',
  tagline: '连接知识',
  colors: null,
  logo: null,
  publicUrl: '',
  icpNumber: '',
  mapApprovalNumber: '',
  map: { borders: 'none', provider: null },
  pictureBase: '/storage',
  featureVideo: false,
  holdFirstComment: false,
  codesInLog: false,
  isReadOnly: false,
}
