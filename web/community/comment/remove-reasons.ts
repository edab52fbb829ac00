/** Common reasons for which an editor deletes a comment. */
export const removeReasons = ['广告或引流', '辱骂、骚扰他人', '违法违规内容', '与这里无关']
