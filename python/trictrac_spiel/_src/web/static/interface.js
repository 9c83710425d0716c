// The JSON interface of the server; docs/web.md describes it.

import { language } from "./words.js";

export class Refused extends Error {
  constructor(status, body) {
    super(body.error ?? `${status}`);
    this.status = status;
    this.body = body;
  }
}

function address(path, query) {
  const words = new URLSearchParams({ lang: language });
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) words.set(name, value);
  }
  return `/api/${path}?${words}`;
}

async function answered(request) {
  const answer = await request;
  const body = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, body);
  return body;
}

export const get = (path, query = {}) => answered(fetch(address(path, query)));

export const post = (path, body = {}, query = {}) =>
  answered(
    fetch(address(path, query), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

export async function picture(path, query) {
  const answer = await fetch(address(path, query));
  if (!answer.ok) throw new Refused(answer.status, await answer.json());
  return answer.text();
}

export const link = (path, query = {}) => address(path, query);
