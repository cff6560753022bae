/** Whether a text is empty or white space only by Unicode's White_Space; a byte order mark is not white space. */
export const isBlank = (text: string): boolean => /^\p{White_Space}*$/u.test(text);
