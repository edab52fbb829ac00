import type { RecommendStatus } from '#shared/api/book/recommendation-fields.ts'

export const statusNames: Record<RecommendStatus, string> = {
  pending: '等待审核',
  approved: '已通过',
  rejected: '未通过',
  withdrawn: '已撤回',
}
