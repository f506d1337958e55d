import Koa from 'koa';

export const app = new Koa();
