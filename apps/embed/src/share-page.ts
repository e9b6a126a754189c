// The share page is all markup: only its look is built here, so that it is cached and needs no inline style.
import "./share.css";
