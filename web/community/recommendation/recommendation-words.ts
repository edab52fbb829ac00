import type { RecommendationStatus } from '#shared/api/book/recommendation-fields.ts'

export const statusNames: Record<RecommendationStatus, string> = {
  pending: '等待审核',
  approved: '已通过',
  rejected: '未通过',
  withdrawn: '已撤回',
}
